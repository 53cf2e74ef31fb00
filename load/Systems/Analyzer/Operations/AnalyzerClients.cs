using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>The clients of one iteration: all do the same, each with a caller of its own.</summary>
/// <param name="transport">The transport that callers share.</param>
/// <param name="operation">The operation of all of them.</param>
/// <param name="files">The files that they go through.</param>
/// <param name="verdicts">The right verdicts.</param>
/// <param name="newFresh">Makes what makes fresh files.</param>
/// <param name="nextSeed">Another for each client of a run, and the same ones in every run of one seed.</param>
internal sealed class AnalyzerClients(
    ITransport transport, Operation operation, FileSet files, ExpectedVerdicts verdicts, Func<FreshFile> newFresh, Func<ulong> nextSeed)
    : IClientSource
{
    public WireCounter? Wire => transport.Wire;

    public IClient NewClient(int number) => operation.NewClient(
        new OperationContext(transport.NewCaller(number), files, newFresh(), verdicts, nextSeed()));
}
