namespace NBomber.Contracts.Stats;

/// <param name="Request">How many, how fast.</param>
public sealed record MeasurementStats(RequestStats Request);
