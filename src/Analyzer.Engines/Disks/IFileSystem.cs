using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Disks;

/// <summary>Finds the files in a disk image that is held in memory.</summary>
internal interface IFileSystem
{
    /// <summary>As a person knows it.</summary>
    string Name { get; }

    /// <summary>Whether there is a volume of this kind.</summary>
    /// <param name="disk">The whole disk.</param>
    /// <param name="start">Where a volume may begin.</param>
    bool Fits(Disk disk, long start);

    /// <summary>Gives every file once, however the volume contradicts itself.</summary>
    void Read(Disk disk, long start, IDiskSink sink);
}

/// <summary>Takes the files of a disk image.</summary>
internal interface IDiskSink
{
    /// <param name="name">With its folders.</param>
    /// <param name="offset">Where the data begin.</param>
    /// <param name="size">Bytes that the image tells.</param>
    /// <param name="extents">Where the data lie on the disk, in their order.</param>
    void File(string name, long offset, long size, IReadOnlyList<Extent> extents);

    /// <summary>A file whose data stand where its name stands.</summary>
    void File(string name, long offset, ReadOnlySpan<byte> data);

    void Miss(Gap gap, long offset);
}

/// <param name="Offset">Bytes from the start of the disk.</param>
/// <param name="Length">Bytes.</param>
internal readonly record struct Extent(long Offset, long Length);
