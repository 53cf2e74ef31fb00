using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>A running system that an analyzer can be reached through.</summary>
internal interface IAnalyzerEdges
{
    /// <summary>The way in of a name; the same object each time.</summary>
    ITransport Transport(string name, ConnectionUse connecting = ConnectionUse.Kept);

    /// <summary>Submits what the analyzer has not been given yet.</summary>
    /// <exception cref="Machine.LabException">It did not take one, or got it wrong.</exception>
    Task MakeKnownAsync(FileSet files, ExpectedVerdicts verdicts, CancellationToken cancellationToken);
}
