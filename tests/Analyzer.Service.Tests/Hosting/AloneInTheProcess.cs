namespace Analyzer.Service.Tests.Hosting;

/// <summary>Tests that count what the whole process holds: they run when no other does.</summary>
[CollectionDefinition(nameof(AloneInTheProcess), DisableParallelization = true)]
public sealed class AloneInTheProcess;
