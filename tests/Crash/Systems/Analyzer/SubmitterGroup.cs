using Crash.Faults;
using Crash.Systems.Analyzer.Clients;
using Load.Systems.Analyzer.Corpus;

namespace Crash.Systems.Analyzer;

/// <summary>The objects that the submitters of one fault share: the ledger, the counters, and the templates of files.</summary>
internal sealed class SubmitterGroup(ulong seed)
{
    private readonly FileMix _files = new(seed);
    private readonly NonceCounter _nonces = new();

    public Ledger<SentFile> Ledger { get; } = new();

    public Counters Counters { get; } = new();

    /// <param name="client">Its way in.</param>
    /// <param name="draws">Decides what it does next.</param>
    public ICrashWorker NewSubmitter(IAnalyzerClient client, ulong draws) =>
        new Submitter(client, Ledger, Counters, _files, new FreshFile(seed, _nonces), draws);
}
