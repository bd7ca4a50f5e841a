// Package load asks servers on this machine, over connections that stay open, with as
// little work of its own as it can: what it takes is taken from the server it measures.
package load

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Ask is a request.
type Ask struct {
	Method, Path string
	Body         []byte
}

// text is the request as it goes over the wire.
func (a *Ask) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n", a.Method, a.Path)
	if a.Body != nil {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(a.Body))
	}
	b.WriteString("\r\n")
	b.Write(a.Body)
	return b.Bytes()
}

// answerTime is how long an answer may take.
const answerTime = 3 * time.Minute

// Get asks once and gives the whole answer; any status but 200 and 201 is an error.
func Get(addr string, a Ask) ([]byte, error) {
	request, err := http.NewRequest(a.Method, "http://"+addr+a.Path, bytes.NewReader(a.Body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: answerTime, Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s: %.300s", a.Method, a.Path, response.Status, body)
	}
	return body, err
}

// Closed sends count requests over some connections, each when the one before it on the
// connection is answered, taking the asks in turn. It returns how long that took.
func Closed(addr string, asks []Ask, connections, count int) (time.Duration, error) {
	if len(asks) == 0 || connections < 1 || count < connections {
		return 0, fmt.Errorf("%d requests of %d kinds over %d connections", count, len(asks), connections)
	}
	texts := make([][]byte, len(asks))
	for i := range asks {
		texts[i] = asks[i].text()
	}
	errs := make([]error, connections)
	var all sync.WaitGroup
	begin := time.Now()
	for c := range connections {
		all.Go(func() { errs[c] = converse(addr, texts, c, count/connections) })
	}
	all.Wait()
	took := time.Since(begin)
	for _, err := range errs {
		if err != nil {
			return took, err
		}
	}
	return took, nil
}

// converse asks count times over one connection.
func converse(addr string, texts [][]byte, first, count int) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 64<<10)
	for i := range count {
		if i%256 == 0 { // rarely, because it takes time
			if err := conn.SetDeadline(time.Now().Add(answerTime)); err != nil {
				return err
			}
		}
		if _, err := conn.Write(texts[(first+i)%len(texts)]); err != nil {
			return err
		}
		if err := skip(in); err != nil {
			return fmt.Errorf("answer %d of %s: %w", i+1, addr, err)
		}
	}
	return nil
}

// skip reads an answer and forgets it. Any status but 200 and 201 is an error.
func skip(in *bufio.Reader) error {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) && !bytes.HasPrefix(line, []byte("HTTP/1.1 201 ")) {
		return fmt.Errorf("status %q", bytes.TrimSpace(line))
	}
	length, chunked := -1, false
	for {
		if line, err = in.ReadSlice('\n'); err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		switch name, value, _ := bytes.Cut(line, []byte(":")); {
		case is(name, "content-length"):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		case is(name, "transfer-encoding"):
			chunked = true
		}
	}
	if chunked {
		return skipChunks(in)
	}
	if length < 0 {
		return fmt.Errorf("an answer of unknown length")
	}
	_, err = in.Discard(length)
	return err
}

func is(name []byte, lower string) bool {
	return len(name) == len(lower) && strings.EqualFold(string(name), lower)
}

func skipChunks(in *bufio.Reader) error {
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return fmt.Errorf("a chunk of size %q", line)
		}
		if _, err := in.Discard(int(size) + 2); err != nil {
			return err
		}
		if size == 0 {
			return nil
		}
	}
}
