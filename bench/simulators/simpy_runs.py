"""W1, W2 and W3 in SimPy. In W1 and W2 each request is a process, in W3 the server is.

usage: simpy_runs.py w1|w2|w3 REQUESTS SEED
"""

import random
import sys

import simpy

from report import cpu_ns, report


class Hedged:
    """What W1 and W2 count."""

    def __init__(self):
        self.latencies, self.hedges, self.backup_wins, self.loser_work = [], 0, 0, 0.0


def w1(env, n, rng, sums):
    def service():
        if rng.random() < 0.99:
            return rng.lognormvariate(2.302585092994046, 0.4)
        return rng.lognormvariate(5.703782474656201, 0.6)

    def request():
        sent = env.now
        primary = env.timeout(service())
        yield primary | env.timeout(25)
        if not primary.processed:
            sums.hedges += 1
            backup = env.timeout(service())
            yield primary | backup
            if not primary.processed:
                sums.backup_wins += 1
                sums.loser_work += env.now - sent
            else:
                sums.loser_work += env.now - sent - 25
        sums.latencies.append(env.now - sent)

    def arrivals():
        for _ in range(n):
            env.process(request())
            yield env.timeout(1)

    env.process(arrivals())


def w2(env, n, rng, sums, servers=10):
    pool = [simpy.Resource(env) for _ in range(servers)]

    def attempt(server, started):
        with pool[server].request() as turn:
            try:
                yield turn
                started.append(env.now)
                yield env.timeout(rng.expovariate(1 / 10))
            except simpy.Interrupt:
                if started:
                    sums.loser_work += env.now - started[0]

    def request():
        sent = env.now
        at = rng.randrange(servers)
        primary = env.process(attempt(at, []))
        yield primary | env.timeout(30)
        if primary.is_alive:
            sums.hedges += 1
            other = rng.randrange(servers - 1)
            backup = env.process(attempt(other + (other >= at), []))
            yield primary | backup
            loser = backup
            if primary.is_alive:
                sums.backup_wins += 1
                loser = primary
            if loser.is_alive:
                loser.interrupt()
        sums.latencies.append(env.now - sent)

    def arrivals():
        for _ in range(n):
            yield env.timeout(rng.expovariate(0.7))
            env.process(request())

    env.process(arrivals())


def w3(env, n, rng, sums):
    waiting = simpy.Store(env)

    def arrivals():
        for _ in range(n):
            yield env.timeout(rng.expovariate(0.07))
            waiting.put(env.now)

    def server():  # a process for the server is faster than one for each customer
        for _ in range(n):
            arrived = yield waiting.get()
            yield env.timeout(rng.expovariate(0.1))
            sums.latencies.append(env.now - arrived)

    env.process(arrivals())
    env.process(server())


def main():
    workload, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    env, sums = simpy.Environment(), Hedged()
    started = cpu_ns()
    {"w1": w1, "w2": w2, "w3": w3}[workload](env, n, random.Random(seed), sums)
    env.run()
    report(started, sums.latencies, sums.hedges, sums.backup_wins, sums.loser_work)


main()
