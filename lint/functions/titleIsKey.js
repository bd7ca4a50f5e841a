// Checks that each named schema's title is its key, as generators name types by it.
export default (schemas, _options, context) =>
  Object.entries(schemas ?? {})
    .filter(([key, schema]) => schema?.title !== key)
    .map(([key]) => ({ message: `the title of ${key} is not ${key}`, path: [...context.path, key] }));
