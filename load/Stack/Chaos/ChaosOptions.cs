namespace Load.Stack.Chaos;

/// <param name="Seed">The faults follow from it.</param>
/// <param name="Faults">The most of them.</param>
/// <param name="Time">After which none begins.</param>
internal sealed record ChaosOptions(int Seed, int Faults, TimeSpan Time);
