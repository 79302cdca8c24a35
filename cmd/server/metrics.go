package main

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics is what the server counts.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	created  prometheus.Counter
	moves    prometheus.Counter
}

func newMetrics(streams func() int) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "brandubh_requests_total", Help: "Requests by address and status."}, []string{"path", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "brandubh_request_seconds", Help: "Time to answer, by address.", Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
		}, []string{"path"}),
		created: prometheus.NewCounter(prometheus.CounterOpts{Name: "brandubh_games_created_total", Help: "Games created by this instance."}),
		moves:   prometheus.NewCounter(prometheus.CounterOpts{Name: "brandubh_moves_total", Help: "Moves acknowledged by this instance."}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.created, m.moves,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "brandubh_streams", Help: "Clients that follow a game."}, func() float64 { return float64(streams()) }),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}
