namespace NBomber.Contracts.Stats;

/// <param name="Count">Iterations.</param>
/// <param name="RPS">Iterations per second of the scenario's duration.</param>
public sealed record RequestStats(int Count, double RPS);
