using Analyzer.Core;

namespace Analyzer.Storage.Sqlite;

/// <summary>One save on its way. The JSON is made by the submitter, so that the writer's thread only writes.</summary>
internal sealed class PendingSave(AnalysisReport report) : IPendingWrite
{
    private readonly byte[] _json = ReportJson.Serialize(report);

    // Asynchronously: a submitter's continuation must not run on the writer's thread.
    private readonly TaskCompletionSource<(SaveOutcome Outcome, byte[]? Stored)> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private (SaveOutcome Outcome, byte[]? Stored) _result;

    public Task<(SaveOutcome Outcome, byte[]? Stored)> Done => _done.Task;

    public int Saves => 1;

    public void Execute(ReportWriter writer) => _result = writer.Save(report, _json);

    public void Complete() => _done.TrySetResult(_result);

    public void Fail(Exception failure) => _done.TrySetException(failure);
}
