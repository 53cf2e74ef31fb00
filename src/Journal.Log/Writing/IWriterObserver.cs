using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>Is told what the writer does. Its methods run on the writer's own threads, and have to be quick.</summary>
public interface IWriterObserver
{
    /// <summary>Frames are durable.</summary>
    /// <param name="frames">In one flush.</param>
    /// <param name="records">The number of records in these frames.</param>
    /// <param name="bytes">The size of these frames.</param>
    /// <param name="flush">How long the flush took.</param>
    void Committed(int frames, int records, long bytes, TimeSpan flush);

    /// <summary>Writing to the disk failed; the writer tries again in a new segment.</summary>
    void Failed(Exception exception);

    /// <summary>A checkpoint is on the disk.</summary>
    void Published(SignedNote checkpoint, long size);

    /// <summary>A checkpoint could not be written; the next attempt follows.</summary>
    void PublishFailed(Exception exception);
}
