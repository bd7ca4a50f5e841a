"""W3 in Cimba, a simulator in C and assembly, through its Python package, which compiles
the model. It keeps the mean of the sojourns, and no percentiles. A run of a few customers goes first, so that compiling is not counted.

usage: cimba_runs.py w3 CUSTOMERS SEED
"""

import json
import sys

import cimba as cb
from cimba import inputs

from report import cpu_ns


class Queue(cb.Model):
    gap: cb.Input[float] = inputs.dist.exponential(mean=1 / 0.07)
    service: cb.Input[float] = inputs.dist.exponential(mean=10.0)
    customers: cb.Param[int]
    waiting: cb.Store[float]
    sojourns: cb.Dataset
    count: cb.Output[int]
    mean: cb.Output[float]

    @cb.process
    def arrivals(self):
        while True:
            cb.hold(self.gap.next())
            self.waiting.put(cb.now())

    @cb.process
    def server(self):
        for _ in range(self.customers):
            arrived = self.waiting.get()
            cb.hold(self.service.next())
            self.sojourns.record(cb.now() - arrived)
        cb.end_trial()

    @cb.on_end
    def measure(self):
        self.count = self.sojourns.sample_count()
        self.mean = self.sojourns.sample_mean()


def play(customers, seed):
    model = Queue()
    model.customers = customers
    experiment = cb.Experiment(model, window=cb.Window(duration=1e15), seed=seed)
    started = cpu_ns()
    outcome = experiment.run()[model]
    took = cpu_ns() - started
    if outcome.count.values[0][0] != customers:
        raise SystemExit("not all customers were served")
    return took, float(outcome.mean.values[0][0])


def main():
    workload, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if workload != "w3":
        raise SystemExit(f"no {workload} in Cimba")
    play(100, seed)
    took, mean = play(n, seed)
    print(json.dumps({"requests": n, "cpuNs": took, "meanMs": mean, "meanOnly": True}))


main()
