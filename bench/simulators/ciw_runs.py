"""W3 in Ciw, a simulator of queueing networks. It cannot send a second copy of a
customer, so there is no W1 and W2.

usage: ciw_runs.py w3 CUSTOMERS SEED
"""

import sys

import ciw

from report import cpu_ns, report


def main():
    workload, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if workload != "w3":
        raise SystemExit(f"no {workload} in Ciw")
    ciw.seed(seed)
    network = ciw.create_network(
        arrival_distributions=[ciw.dists.Exponential(rate=0.07)],
        service_distributions=[ciw.dists.Exponential(rate=0.1)],
        number_of_servers=[1],
    )
    simulation = ciw.Simulation(network)
    started = cpu_ns()
    simulation.simulate_until_max_customers(n, method="Finish")
    records = simulation.get_all_records()
    report(started, [r.exit_date - r.arrival_date for r in records])


main()
