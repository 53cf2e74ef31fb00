namespace Sigma.Streams.Events;

/// <summary>Reads a file of records.</summary>
internal interface IRecordReader
{
    /// <returns>Records whose bytes do not change; empty at the end.</returns>
    IReadOnlyList<EventRecord> Read(CancellationToken cancellationToken);

    /// <summary>What a person should know about the file; complete at its end.</summary>
    IReadOnlyList<string> Notes { get; }

    /// <summary>A record that may be a container, and what to tell a person if nothing says that it is an event; null: none.</summary>
    (ReadOnlyMemory<byte> Record, string Note)? Doubt => null;

    /// <summary>The containers out of which records were taken.</summary>
    int Containers { get; }

    /// <summary>Parts of the file that could not be read, besides the records that turn out to be broken.</summary>
    int Broken { get; }
}
