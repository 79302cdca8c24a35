//go:build !unix

package conformance

import "os/exec"

func alone(*exec.Cmd) {}

// kill ends the command.
func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
