package intake

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

// IDVersion is the version of the ids that are given. It stands for the drill, the
// defaults and the engine: if any of them changed what an id means, it would go up.
const IDVersion = 1

// maxID is the most characters of an id.
const maxID = 7000

var idPrefix = "v" + strconv.Itoa(IDVersion) + "."

// decodeID gives the JSON that an id holds. It lets some other spellings through;
// that an id is the one spelling is for the caller to see, by encoding again.
func decodeID(id string) ([]byte, *Rejection) {
	if len(id) > maxID {
		return nil, unknownRun(fmt.Sprintf("An id has at most %d characters; got %d.", maxID, len(id)))
	}
	version, rest, ok := strings.Cut(strings.TrimPrefix(id, "v"), ".")
	if !ok || !strings.HasPrefix(id, "v") || !isVersion(version) {
		return nil, unknownRun("An id begins with v, its version and a dot: " + idPrefix)
	}
	if n, err := strconv.Atoi(version); err != nil || n > IDVersion {
		return nil, unknownRun(fmt.Sprintf("The id has a later version than %d, which this server does not know.", IDVersion))
	} else if n < IDVersion {
		return nil, &Rejection{Kind: OldRunID, Detail: fmt.Sprintf(
			"The id has an older version than %d. The part after the dot is the scenario in base64url: decode it and post it to /runs to get the run as it is now.", IDVersion)}
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(rest)
	if err != nil {
		return nil, unknownRun("The part after the dot is not unpadded base64url.")
	}
	return text, nil
}

// isVersion says whether text is a number in its one spelling.
func isVersion(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == "" && (text == "0" || text[0] != '0')
}

func unknownRun(detail string) *Rejection { return &Rejection{Kind: UnknownRun, Detail: detail} }
