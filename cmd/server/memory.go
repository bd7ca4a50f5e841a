package main

import (
	"errors"
	"strconv"
	"strings"
)

// memory is an amount of memory. As a setting it is a number with a unit, or without for
// bytes: 64MiB.
type memory int

// defaultCache holds some thousands of answers.
const defaultCache = 64 << 20

var units = []struct {
	name string
	size memory
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"", 1}}

// mostMemory is more than any machine has to spare.
const mostMemory = 1 << 40

// String spells the size with the largest unit of which it is a multiple.
func (m *memory) String() string {
	best := units[len(units)-1]
	for _, u := range units {
		if u.size > best.size && *m > 0 && *m%u.size == 0 {
			best = u
		}
	}
	return strconv.Itoa(int(*m/best.size)) + best.name
}

// Set reads a size.
func (m *memory) Set(text string) error {
	for _, u := range units {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n < 0 || n > int(mostMemory/u.size) {
			break
		}
		*m = memory(n) * u.size
		return nil
	}
	return errors.New("must be a number of bytes, or of KiB, MiB or GiB, such as 64MiB")
}
