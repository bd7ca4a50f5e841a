package web

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/evanw/esbuild/pkg/api"
)

// entries are the files that the page names. Modules and styles are bundled from them.
var entries = []string{"app.js", "style.css"}

// bundle gives the modules and styles as they are served, by name: few files, without
// comments, blanks and long names, which are for readers of the source. A module that
// is imported only when it is needed remains a file of its own.
func bundle(files fs.FS) (map[string][]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: entries, Outdir: "/", ChunkNames: "[name]-[hash]",
		Bundle: true, Splitting: true, Format: api.FormatESModule, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsNone,
		Plugins: []api.Plugin{reader(files)},
	})
	for _, m := range append(result.Errors, result.Warnings...) {
		return nil, fmt.Errorf("the page does not bundle: %s", m.Text)
	}
	texts := map[string][]byte{}
	for _, f := range result.OutputFiles {
		texts[path.Base(f.Path)] = f.Contents
	}
	return texts, nil
}

// reader lets the bundler read only these files.
func reader(files fs.FS) api.Plugin {
	const here = "page"
	find := func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: path.Clean(a.Path), Namespace: here}, nil
	}
	read := func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		loader := api.LoaderJS
		if path.Ext(a.Path) == ".css" {
			loader = api.LoaderCSS
		}
		text, err := fs.ReadFile(files, a.Path)
		contents := string(text)
		return api.OnLoadResult{Contents: &contents, Loader: loader}, err
	}
	return api.Plugin{Name: here, Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, find)
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: here}, read)
	}}
}
