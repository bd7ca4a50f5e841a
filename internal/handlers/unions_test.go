package handlers

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/hedgedrill/hedgedrill/internal/worlds"
)

// A scenario with any member of any union is answered by every route, and by none with an
// internal error.
func TestEveryMemberIsAnswered(t *testing.T) {
	s := newServer(t)
	scenarios := 0
	for place, scenario := range worlds.Members() {
		scenarios++
		body, err := json.Marshal(scenario)
		if err != nil {
			t.Fatal(err)
		}
		posted := s.post(string(body))
		if posted.status != 201 {
			t.Errorf("%s: posting %s is a %d: %s", place, body, posted.status, posted.body)
			continue
		}
		id := posted.run().ID
		for _, target := range []string{"", "/events", "/events?at=0", "/metrics", "/requests", "/leaves?request=3", "/distribution"} {
			if got := s.get("/runs/" + id + target); got.status != 200 {
				t.Errorf("%s: GET %s of %s is a %d: %s", place, fmt.Sprintf("/runs/{id}%s", target), body, got.status, got.body)
			}
		}
	}
	t.Logf("%d scenarios", scenarios)
	if scenarios < 50 {
		t.Error("hardly any member was posted")
	}
}
