namespace Load.Tests.Commands.Overhead;

/// <summary>For tests that measure the whole process: nothing else runs beside them.</summary>
[CollectionDefinition(nameof(AloneInTheProcess), DisableParallelization = true)]
public sealed class AloneInTheProcess;
