namespace Prober.Tests;

/// <summary>Tests that count what the whole process allocates: they run when no other does.</summary>
[CollectionDefinition(nameof(AloneInTheProcess), DisableParallelization = true)]
public sealed class AloneInTheProcess;
