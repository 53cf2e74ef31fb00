using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>Hears what the writer does. Its methods are called on the writer's own threads, and are quick.</summary>
public interface IWriterObserver
{
    /// <summary>Frames are durable.</summary>
    /// <param name="frames">In one flush.</param>
    /// <param name="records">In these frames.</param>
    /// <param name="bytes">That they take.</param>
    /// <param name="flush">How long the flush took.</param>
    void Committed(int frames, int records, long bytes, TimeSpan flush);

    /// <summary>The disk did not take it; the writer tries again in a new segment.</summary>
    void Failed(Exception exception);

    /// <summary>A checkpoint is on the disk.</summary>
    void Published(SignedNote checkpoint, long size);

    /// <summary>A checkpoint could not be written; the next one may be.</summary>
    void PublishFailed(Exception exception);
}
