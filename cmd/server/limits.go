package main

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits bounds how many requests a second come from one address and for one
// seat. Loopback has no limit, so that a proxy on the same machine, which must
// limit by itself, and tests are not held up.
type limits struct {
	perSecond rate.Limit
	burst     int
	loopback  bool // limit loopback as well

	mu    sync.Mutex
	known map[string]*limited
	swept time.Time
}

type limited struct {
	*rate.Limiter
	last time.Time
}

// maxKnown bounds the memory of limits: where more addresses come than that, all
// are forgotten.
const maxKnown = 100_000

func newLimits(perSecond float64) *limits {
	return &limits{perSecond: rate.Limit(perSecond), burst: max(1, int(3*perSecond)), known: map[string]*limited{}}
}

// allow reports whether a request from an address may be answered.
func (l *limits) allow(a netip.Addr) bool {
	if l.perSecond <= 0 || a.IsLoopback() && !l.loopback {
		return true
	}
	if a.Is6() { // a household has a whole /64
		if p, err := a.Prefix(64); err == nil {
			a = p.Addr()
		}
	}
	return l.of(a.String())
}

// allowSeat reports whether a request for a seat may be answered.
func (l *limits) allowSeat(tokenHash string) bool {
	return l.perSecond <= 0 || !l.loopback || l.of(tokenHash)
}

func (l *limits) of(key string) bool {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.swept) > time.Minute || len(l.known) > maxKnown {
		for k, x := range l.known {
			if len(l.known) > maxKnown || now.Sub(x.last) > time.Minute {
				delete(l.known, k)
			}
		}
		l.swept = now
	}
	x := l.known[key]
	if x == nil {
		x = &limited{Limiter: rate.NewLimiter(l.perSecond, l.burst)}
		l.known[key] = x
	}
	x.last = now
	return x.AllowN(now, 1)
}
