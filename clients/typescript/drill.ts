// The drill by a generated TypeScript client. What the compiler takes for a field
// here, the contract promises.
import createClient from "openapi-fetch";
import type { components, paths } from "../generated/schema.js";

export type Scenario = components["schemas"]["ScenarioPatch"];

export const drill: Scenario = {};
export const tailOnly: Scenario = { policy: { hedge: { delay: { ms: 130 } } } };

/** Plays a scenario, reads it again by its id, and looks at it at an instant. */
export async function play(baseUrl: string, body: Scenario, at: number) {
  const client = createClient<paths>({ baseUrl });
  const created = await client.POST("/runs", { body });
  if (!created.data) throw new Error(created.error.detail);
  const path = { id: created.data.id };

  const run = await client.GET("/runs/{id}", { params: { path } });
  if (!run.data) throw new Error(run.error.detail);
  const events = await client.GET("/runs/{id}/events", { params: { path, query: { at } } });
  if (!events.data) throw new Error(events.error.detail);
  return {
    p95: created.data.metrics.latencyMs.p95,
    verdict: created.data.outcome.verdict,
    hedged: run.data.requests.items.filter((row) => row.hedged).map((row) => row.request),
    state: events.data.state,
    last: events.data.items.at(-1),
    nextMs: events.data.nextMs,
  };
}

/** Posts what no typed client would send, and gives what the problem says of it. */
export async function fault(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const wrong = { policy: { hedge: { delay: { ms: -1 } } }, sed: 1 };
  const { error, response } = await client.POST("/runs", { body: wrong });
  return { status: response.status, type: error?.type, places: error?.errors?.map((e) => e.pointer) };
}

/** All pages of the events, by their links. */
export async function everyEvent(baseUrl: string, id: string) {
  const client = createClient<paths>({ baseUrl });
  const seqs: number[] = [];
  let query: { limit: number; cursor?: string } | undefined = { limit: 7 };
  while (query) {
    const page: { data?: components["schemas"]["RunEvents"] } = await client.GET("/runs/{id}/events", { params: { path: { id }, query } });
    if (!page.data) throw new Error("no page");
    seqs.push(...page.data.items.map((event) => event.seq));
    const cursor: string | null | undefined = page.data.next && new URL(page.data.next, baseUrl).searchParams.get("cursor");
    query = cursor ? { limit: 7, cursor } : undefined;
  }
  return seqs;
}
