// Package intake turns a client's bytes into a checked scenario. A body and a run id
// pass the same stages:
//
//	text → scan → numbers to their grids → unknown fields and the patch's schema → merge over the preset
//	     → the resolved schema → typed decode → bounds and cross-field rules
//
// What has nothing unusual takes a quicker way to the same result (quick). A stage of this
// one reports all its faults at once, with pointers into the text that was sent. It
// runs only if the stages before it found none. After intake, no code checks again
// whether a scenario is valid.
package intake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/hedgedrill/hedgedrill/api"
	"github.com/hedgedrill/hedgedrill/internal/engine"
)

// Run is a scenario that can be played, and its id.
type Run struct {
	ID       string
	Scenario engine.Scenario
}

// Intake checks what clients send. It is safe for concurrent use.
type Intake struct {
	resolved api.Schema
	patch    api.Schema
	presets  []Preset
	trees    map[string]any // of the presets' scenarios
	ceiling  int
	rules    rules
	quick    *quick
}

// New makes an intake by a contract, with the largest price of a run. Presets may
// cost more: they are there to start from. An error means that the contract and the
// presets do not fit each other, or that the drill itself costs too much.
func New(contract *api.Contract, ceiling int) (*Intake, error) {
	in := &Intake{
		resolved: contract.Schema("Scenario"),
		patch:    contract.Schema("ScenarioPatch"),
		trees:    map[string]any{},
		ceiling:  math.MaxInt,
	}
	in.rules = in.newRules()
	for _, name := range course {
		if err := in.addPreset(name); err != nil {
			return nil, fmt.Errorf("preset %s: %w", name, err)
		}
	}
	in.ceiling = ceiling
	in.quick = newQuick(in.patch, in.resolved, in.rules.byType, in.presets)
	if _, rejection := in.Body([]byte("{}")); rejection != nil {
		return nil, fmt.Errorf("the drill: %w", rejection)
	}
	return in, nil
}

// Body checks the body of POST /runs: the difference of a scenario from a preset.
func (in *Intake) Body(text []byte) (Run, *Rejection) {
	if in.quick != nil {
		if run, ok := in.quick.run(text); ok {
			return run, nil
		}
	}
	return in.thoroughly(text)
}

// thoroughly goes all stages.
func (in *Intake) thoroughly(text []byte) (Run, *Rejection) {
	body, rejection := scan(text)
	if rejection != nil {
		return Run{}, rejection
	}
	return in.check(body)
}

// ID checks a run id, and refuses every spelling of it but one.
func (in *Intake) ID(id string) (Run, *Rejection) {
	text, rejection := decodeID(id)
	if rejection != nil {
		return Run{}, rejection
	}
	run, rejection := in.Body(text)
	if rejection != nil {
		return Run{}, Refused(rejection)
	}
	if run.ID != id {
		return Run{}, unknownRun("The id is not in its one spelling. Decode the part after the dot as base64url and post it to /runs to get the right one.")
	}
	return run, nil
}

// Refused is the rejection of an id that holds what POST /runs would reject.
func Refused(r *Rejection) *Rejection {
	return &Rejection{UnknownRun, "POST /runs would refuse the scenario that the id holds.", r.Faults, r.Total}
}

func invalid(faults []Fault, total int) *Rejection {
	detail := "The scenario has a fault."
	if total > 1 {
		detail = fmt.Sprintf("The scenario has %d faults.", total)
	}
	return &Rejection{InvalidScenario, detail, faults, total}
}

// Crowded is the rejection of a run of which more is in flight at once than a limit
// allows: what playing it alone can show.
func Crowded(limit int) *Rejection {
	return invalid([]Fault{path{}.fault(fmt.Sprintf(
		"More than %d leaves or attempts would be in flight at once. Let fewer requests arrive at a time, give them fewer leaves, or serve them faster.", limit))}, 1)
}

func (in *Intake) check(body any) (Run, *Rejection) {
	body = toGrid(in.patch, body)
	if faults, total := checkFields(in.patch, body); total > 0 {
		return Run{}, invalid(faults, total)
	}
	patch := body.(map[string]any)
	base, ok := in.trees[DrillName], true
	if name, named := patch["preset"].(string); named {
		if base, ok = in.trees[name]; !ok {
			return Run{}, invalid([]Fault{path{"preset"}.fault(in.noPreset(name))}, 1)
		}
	}
	merged := merge(in.resolved, base, patch).(map[string]any)
	delete(merged, "preset")
	if faults, total := checkFields(in.resolved, merged); total > 0 {
		return Run{}, invalid(faults, total)
	}
	return in.accept(body, merged)
}

func (in *Intake) noPreset(name string) string {
	var names []string
	for _, p := range in.presets {
		names = append(names, p.Name)
	}
	if near, ok := nearest(name, names); ok {
		return fmt.Sprintf("There is no preset of that name. Did you mean `%s`?", near)
	}
	return "There is no preset of that name. The presets are " + list(names) + "."
}

// accept decodes a resolved scenario and holds it against the last rules.
func (in *Intake) accept(body any, resolved any) (Run, *Rejection) {
	var run Run
	decoder := json.NewDecoder(bytes.NewReader(marshal(resolved)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&run.Scenario); err != nil {
		// The schemas and the types differ, which a test would have told.
		panic(fmt.Sprintf("a scenario of the contract does not decode: %v", err))
	}
	found := in.checkRules(&run.Scenario, body)
	patch, _ := difference(in.resolved, resolved, in.trees[DrillName])
	run.ID = encodeID(marshal(patch))
	if len(run.ID) > maxID {
		largest := largestPart(patch)
		found = append(found, finding{inBody(body, largest, []string{""}), func() string {
			return fmt.Sprintf("The id of the run may have at most %d characters, and would have %d; this is its largest part. %s", maxID, len(run.ID), shorter(largest))
		}})
	}
	if len(found) > 0 {
		return Run{}, invalid(told(found))
	}
	return run, nil
}

// marshal writes a tree of scanned values in canonical JSON (RFC 8785): members
// sorted, no blanks, numbers as scan spells them. All its strings are ASCII.
func marshal(tree any) []byte {
	text, err := json.Marshal(tree)
	if err != nil {
		panic(fmt.Sprintf("scanned values do not encode: %v", err))
	}
	return text
}

// largestPart is the place of the largest member of a patch, as deep as there are
// members.
func largestPart(patch any) path {
	var at path
	for {
		members, _ := patch.(map[string]any)
		if len(members) == 0 {
			return at
		}
		largest, size := "", -1
		for name, v := range members {
			if n := len(marshal(v)); n > size || n == size && name < largest {
				largest, size = name, n
			}
		}
		at, patch = at.with(largest), members[largest]
	}
}

// shorter says how to make a part of a scenario take less of an id.
func shorter(at path) string {
	switch {
	case slices.Contains(at, "table"):
		return "Write fewer rows, fewer decimals, or the `quantiles` law."
	case slices.Contains(at, "quantiles"):
		return "Write fewer points or fewer decimals."
	default:
		return "Write fewer items or fewer decimals."
	}
}
