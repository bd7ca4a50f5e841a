package api

import "testing"

func TestContractLoads(t *testing.T) {
	c, err := Load(Text)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Operations()) < 10 {
		t.Fatalf("only %d operations", len(c.Operations()))
	}
}
