"""What every simulator here says at its end: one line of JSON, with the results, by
which it is checked, and the processor time that the simulation took."""

import json
import time


def cpu_ns():
    return time.process_time_ns()


def percentile(ordered, p):
    return ordered[min(len(ordered) - 1, int(p * len(ordered)))]


def report(started_ns, latencies, hedges=0, backup_wins=0, loser_work=0.0):
    """started_ns is cpu_ns() at the start; what follows here is not counted."""
    took = cpu_ns() - started_ns
    ordered = sorted(latencies)
    n = len(ordered)
    print(json.dumps({
        "requests": n, "cpuNs": took, "meanMs": float(sum(ordered) / n),
        "p50Ms": float(percentile(ordered, 0.5)), "p95Ms": float(percentile(ordered, 0.95)),
        "p99Ms": float(percentile(ordered, 0.99)), "p999Ms": float(percentile(ordered, 0.999)),
        "hedgeRate": hedges / n, "backupWinRate": backup_wins / n, "loserWorkMs": loser_work / n,
    }))
