// Package proc runs contenders as processes of their own, and reads their processor time.
package proc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// limit is how long a contender may take for one run, or a server to be ready.
const limit = 3 * time.Minute

// Line runs a command to its end and decodes the one line of JSON that it prints.
func Line(into any, command string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var errs bytes.Buffer
	c := exec.CommandContext(ctx, command, args...)
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", command, strings.Join(args, " "), err, strings.TrimSpace(errs.String()))
	}
	if err := json.Unmarshal(out, into); err != nil {
		return fmt.Errorf("%s %s printed %q: %w", command, strings.Join(args, " "), out, err)
	}
	return nil
}

// Server is a running server.
type Server struct {
	Addr  string
	Ready time.Duration // from the start of the process to its word that it is ready
	cmd   *exec.Cmd
}

// Serve starts a server. It is ready when it prints a line in which find sees its
// address.
func Serve(find func(line string) (addr string, ok bool), command string, args ...string) (*Server, error) {
	c := exec.Command(command, args...)
	c.Stderr = os.Stderr
	// If the harness dies, so do its servers.
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	if err := c.Start(); err != nil {
		return nil, err
	}
	found := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if addr, ok := find(lines.Text()); ok {
				select {
				case found <- addr:
				default:
				}
			}
		}
		close(found)
	}()
	s := &Server{cmd: c}
	select {
	case addr, ok := <-found:
		s.Addr, s.Ready = addr, time.Since(begin)
		if !ok {
			return nil, fmt.Errorf("%s ended before it was ready: %v", command, c.Wait())
		}
		return s, nil
	case <-time.After(limit):
		s.Stop()
		return nil, fmt.Errorf("%s was not ready after %v", command, limit)
	}
}

// Stop ends the server.
func (s *Server) Stop() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// CPU is the processor time that the server has used, user and system, of all threads.
// /proc counts it in hundredths of a second; the process's clock in nanoseconds.
func (s *Server) CPU() (time.Duration, error) {
	const ofAllThreads = 2 // CPUCLOCK_SCHED, see clock_getcpuclockid(3)
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^s.cmd.Process.Pid<<3|ofAllThreads), &t); err != nil {
		return 0, fmt.Errorf("the clock of process %d: %w", s.cmd.Process.Pid, err)
	}
	return time.Duration(t.Nano()), nil
}
