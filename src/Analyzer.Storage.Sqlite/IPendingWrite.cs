namespace Analyzer.Storage.Sqlite;

/// <summary>Something that waits for a transaction. The writer executes it, and completes it once it is durable, or fails it.</summary>
internal interface IPendingWrite
{
    /// <summary>How many saves this is: 1, or 0 for a check.</summary>
    int Saves { get; }

    void Execute(ReportWriter writer);

    void Complete();

    void Fail(Exception failure);
}
