// Package body reads the scenarios, which are bodies of POST /runs, and gives them
// another size and seed.
package body

import (
	"encoding/json"
	"fmt"
	"os"
)

// Read reads a scenario. requests and seed replace its own, unless they are 0.
func Read(path string, requests, seed int) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return With(text, requests, seed)
}

// With is a body with other requests and another seed.
func With(text []byte, requests, seed int) ([]byte, error) {
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, fmt.Errorf("a body that is no JSON object: %w", err)
	}
	if seed != 0 {
		tree["seed"] = seed
	}
	if requests != 0 {
		workload, ok := tree["workload"].(map[string]any)
		if !ok {
			workload = map[string]any{}
			tree["workload"] = workload
		}
		workload["requests"] = requests
	}
	return json.Marshal(tree)
}
