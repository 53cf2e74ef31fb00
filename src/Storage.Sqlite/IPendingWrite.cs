namespace Storage.Sqlite;

/// <summary>A write that waits for a transaction. The writer executes it, and completes it when it is durable, or fails it.</summary>
/// <typeparam name="TWriter">The statements of the file.</typeparam>
public interface IPendingWrite<in TWriter>
{
    /// <summary>1 for a save, 0 for anything else.</summary>
    int Saves { get; }

    /// <summary>Whether its commit shows that the file can be written, although it changes no row.</summary>
    bool IsProbe => false;

    void Execute(TWriter writer);

    void Complete();

    void Fail(Exception failure);
}
