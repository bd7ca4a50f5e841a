/**
 * The answers: what the API says (api/openapi.yaml), as far as the page reads it.
 * Types only; no browser asks for this file.
 *
 * @typedef {import('./model.js').TraceEvent} TraceEvent
 */

/**
 * @typedef {object} Latency
 * @property {number} mean
 * @property {number} p50
 * @property {number} p90
 * @property {number} p95
 * @property {number} p99
 * @property {number} p999
 * @property {number} max
 * @property {boolean} exact
 */

/**
 * @typedef {object} Figures of a run, or of its baseline
 * @property {number} requests
 * @property {Latency} latencyMs other latencies are absent where there is none
 * @property {number} successPercent answered whole and in time
 * @property {boolean} saturated
 * @property {number} hedges
 * @property {number} suppressedHedges
 * @property {Record<string, number>} [suppressedByReason]
 * @property {number} backupWins
 * @property {{useful: number, loser: number}} [workMs]
 * @property {number} loserWorkMs
 * @property {number} duplicateWrites
 * @property {number} deduplicatedWrites
 * @property {number} [answered]
 * @property {number} [failed]
 * @property {number} [expired]
 * @property {number} [partial]
 * @property {number} [completenessPercent]
 * @property {Latency} [answeredLatencyMs]
 * @property {Latency} [leafLatencyMs]
 * @property {number[]} [winsByAttempt]
 * @property {number[]} [leafWinsByAttempt]
 * @property {number} [utilizationPercent]
 * @property {number} [meanQueueLength]
 * @property {Latency} [waitMs]
 * @property {Latency} [serviceMs]
 * @property {{fromMs: number, recovered: boolean, afterMs?: number}} [recovery] from bursts and windows of trouble
 */

/**
 * @typedef {object} Beside what a run comes to beside its baseline
 * @property {{percentile: number, ms: number, baselineMs: number, differenceMs?: {estimate: number, low: number, high: number}}} judged
 * @property {number} extraLoadPercent
 * @property {number} [extraWorkPercent] may be negative
 * @property {Figures} baseline
 * @property {Record<string, number>} [exact] what theory says
 * @property {{code: string, detail: string}[]} warnings
 */

/** @typedef {Figures & Beside} Metrics */

/**
 * @typedef {object} Row
 * @property {number} request
 * @property {number} arrivalMs
 * @property {string} status
 * @property {number} attempts
 * @property {number} [primaryMs]
 * @property {number} [backupMs]
 * @property {boolean} hedged
 * @property {boolean} suppressed
 * @property {number} winnerAttempt
 * @property {number} latencyMs
 * @property {number} loserWorkMs
 * @property {number} commits
 * @property {boolean} [warmup]
 */

/** @typedef {{code: string, detail: string, effect: string}} Finding */
/** @typedef {{verdict: string, label: string, headline: string, effect: string, findings: Finding[]}} Outcome */

/**
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} title
 * @property {string} teaches
 * @property {string} source
 * @property {string} id
 * @property {Record<string, any>} scenario
 * @property {string} [lookAt]
 * @property {string} [compareWith] the name of another
 */

/** @template T @typedef {{items: T[], total: number, next?: string}} List */

/**
 * @typedef {object} Run
 * @property {string} id
 * @property {Record<string, any>} scenario resolved; itself a valid body
 * @property {number} durationMs
 * @property {Outcome} outcome
 * @property {Metrics} metrics
 * @property {List<Row>} requests
 * @property {List<TraceEvent>} trace
 */

/** @typedef {{percent: number, ms: number, baselineMs: number}} Point */

export {};
