//go:build unix

package conformance

import (
	"os/exec"
	"syscall"
)

// alone gives a command a process group of its own, so that it can be ended with
// all that it has started.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the command and its group.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
