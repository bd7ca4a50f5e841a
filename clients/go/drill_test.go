// Package client holds the drill by a generated Go client, package hedgedrill,
// which stands beside it once it has been generated.
package client

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"testing"

	"hedgedrill.example/client/hedgedrill"
)

func connect(t *testing.T) *hedgedrill.ClientWithResponses {
	t.Helper()
	client, err := hedgedrill.NewClientWithResponses(os.Getenv("HEDGEDRILL_URL"))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func play(t *testing.T, scenario hedgedrill.ScenarioPatch) *hedgedrill.CreatedRun {
	t.Helper()
	answer, err := connect(t).CreateRunWithResponse(t.Context(), nil, scenario)
	if err != nil {
		t.Fatal(err)
	}
	if answer.JSON201 == nil {
		t.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
	return answer.JSON201
}

// tailOnly is {"policy": {"hedge": {"delay": {"ms": 130}}}}.
func tailOnly() hedgedrill.ScenarioPatch {
	return hedgedrill.ScenarioPatch{Policy: &hedgedrill.PolicyPatch{
		Hedge: &hedgedrill.HedgePolicyPatch{Delay: &hedgedrill.DelayPatch{Ms: new(130.0)}},
	}}
}

func TestDrill(t *testing.T) {
	run := play(t, hedgedrill.ScenarioPatch{})
	if run.Metrics.LatencyMs.P95 != 146 || run.Outcome.Verdict != hedgedrill.EXCESSLOAD {
		t.Errorf("p95 %v, %v", run.Metrics.LatencyMs.P95, run.Outcome.Verdict)
	}
}

func TestTailOnly(t *testing.T) {
	run := play(t, tailOnly())
	if run.Metrics.LatencyMs.P95 != 226 || run.Outcome.Verdict != hedgedrill.TAILCUT {
		t.Errorf("p95 %v, %v", run.Metrics.LatencyMs.P95, run.Outcome.Verdict)
	}
	again, err := connect(t).GetRunWithResponse(t.Context(), run.Id, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.JSON200 == nil {
		t.Fatalf("%s: %s", again.Status(), again.Body)
	}
	var hedged []int64
	for _, row := range again.JSON200.Requests.Items {
		if row.Hedged {
			hedged = append(hedged, row.Request)
		}
	}
	if !slices.Equal(hedged, []int64{6, 12, 17}) {
		t.Errorf("hedged %v", hedged)
	}
}

// What the client read as the scenario of an answer is a body that gives the same id.
func TestScenarioOfAnAnswer(t *testing.T) {
	run := play(t, tailOnly())
	body, err := json.Marshal(run.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	again, err := connect(t).CreateRunWithBodyWithResponse(t.Context(), nil, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if again.JSON201 == nil || again.JSON201.Id != run.Id {
		t.Errorf("%s: %.200s", again.Status(), again.Body)
	}
}

func TestSeek(t *testing.T) {
	at := 15130.0
	answer, err := connect(t).ListRunEventsWithResponse(t.Context(), play(t, tailOnly()).Id, &hedgedrill.ListRunEventsParams{At: &at})
	if err != nil {
		t.Fatal(err)
	}
	page := answer.JSON200
	if page == nil {
		t.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
	if page.State == nil || page.State.Hedges != 1 || len(page.State.InFlight) != 1 || len(page.State.InFlight[0].Attempts) != 2 {
		t.Errorf("state %+v", page.State)
	}
	if page.NextMs == nil || *page.NextMs != 15225 {
		t.Errorf("next %v", page.NextMs)
	}
}

func TestProblem(t *testing.T) {
	scenario := tailOnly()
	scenario.Policy.Hedge.Delay.Ms = new(-1.0)
	answer, err := connect(t).CreateRunWithResponse(t.Context(), nil, scenario)
	if err != nil {
		t.Fatal(err)
	}
	problem := answer.ApplicationproblemJSON422
	if answer.StatusCode() != http.StatusUnprocessableEntity || problem == nil || problem.Errors == nil {
		t.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
	if pointer := (*problem.Errors)[0].Pointer; pointer == nil || *pointer != "/policy/hedge/delay/ms" {
		t.Errorf("the place is %v", pointer)
	}
}

// The contract in YAML is a document, not a string.
func TestContractYaml(t *testing.T) {
	answer, err := connect(t).GetContractYamlWithResponse(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer.YAML200 == nil || answer.YAML200.Openapi != "3.0.3" || len(answer.YAML200.Paths) == 0 {
		t.Errorf("%s: %.200s", answer.Status(), answer.Body)
	}
}
