// Package conformance holds the conformance data, so that programs have it with
// them wherever they run.
package conformance

import "embed"

// Files holds the data: positions*.json, games*.json and perft*.json.
//
//go:embed *.json
var Files embed.FS
