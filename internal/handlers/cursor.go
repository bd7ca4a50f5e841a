package handlers

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hedgedrill/hedgedrill/internal/fixed"
	"github.com/hedgedrill/hedgedrill/internal/intake"
	"github.com/hedgedrill/hedgedrill/internal/measure"
)

// maxPage is the maximum number of items on a page, and the default.
const maxPage = 1000

func (q query) limit() int {
	return int(q.ms("limit", maxPage*fixed.Millisecond) / fixed.Millisecond)
}

// bound is a digest, in eight bytes, of the list and the query that a cursor belongs
// to. It leaves out the cursor itself.
func bound(path string, q query) []byte {
	digest := sha256.Sum256(fmt.Appendf(nil, "%s %d %d %d %d", path, q.ms("at", measure.None), q.ms("fromMs", 0), q.request(), q.limit()))
	return digest[:8]
}

// cursorAt names the page that starts after offset items.
func cursorAt(path string, q query, offset int) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(bound(path, q), uint64(offset)))
}

// maxOffset is the largest offset in a cursor.
const maxOffset = 1 << 53

// page is the part of the list at path that a query asks for. A cursor must come from
// the same list and query.
func (q query) page(path string) (measure.Page, error) {
	page := measure.Page{Limit: q.limit()}
	cursor, ok := q["cursor"]
	if !ok {
		return page, nil
	}
	if raw, err := base64.RawURLEncoding.DecodeString(cursor); err == nil && len(raw) > 8 {
		if offset, _ := binary.Uvarint(raw[8:]); offset <= maxOffset && cursorAt(path, q, int(offset)) == cursor {
			page.Offset = int(offset)
			return page, nil
		}
	}
	return page, problem(invalidParameter, "The query has a fault.", intake.Fault{
		Parameter: "cursor", Detail: "Must come from the `next` link of the same list, with the same query.",
	})
}

// list is a page of a list, with a link to the next.
type list[T any] struct {
	measure.List[T]
	Next string `json:"next,omitempty"`
}

// linked adds the link to the next page, if there is one.
func linked[T any](items measure.List[T], page measure.Page, path string, q query) list[T] {
	l := list[T]{List: items}
	if end := page.Offset + len(items.Items); len(items.Items) > 0 && end < items.Total {
		l.Next = q.link(path, cursorAt(path, q, end))
	}
	return l
}

// link writes a path with the query's parameters and a cursor, in a fixed order.
func (q query) link(path, cursor string) string {
	values := make([]string, 0, len(q)+1)
	for name, value := range q {
		if name != "cursor" {
			values = append(values, fmt.Sprintf("%s=%s", name, url.QueryEscape(value)))
		}
	}
	slices.Sort(values)
	return path + "?" + strings.Join(append(values, "cursor="+cursor), "&")
}
