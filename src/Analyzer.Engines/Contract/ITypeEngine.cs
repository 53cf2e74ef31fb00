using Analyzer.Engines.Content;

namespace Analyzer.Engines.Contract;

/// <summary>Analyzes files of one type. An engine is one folder, and one line in <c>TypeEngines</c>.</summary>
internal interface ITypeEngine : IDisposable
{
    /// <summary>The longest piece that <see cref="Append"/> is given.</summary>
    const int SliceLength = 32 * 1024;

    /// <summary>All that its findings can say.</summary>
    IReadOnlyList<EngineRule> Rules { get; }

    /// <summary>Recognises the type by a file's first bytes and, when it is its own, takes those bytes.</summary>
    /// <param name="prefix">The first 4,096 bytes, or all of a shorter file.</param>
    /// <param name="parts">Takes what lies inside the file; tells as well whether the file is a part itself.</param>
    /// <returns>False when the file is of another type; the engine is then asked nothing more.</returns>
    bool Begin(ReadOnlySpan<byte> prefix, IParts parts);

    /// <summary>Takes the next bytes after the prefix, and counts them in the histogram on the way.</summary>
    void Append(ReadOnlySpan<byte> slice, ByteHistogram histogram);

    /// <summary>Ends the file and judges it.</summary>
    /// <param name="prefix">The same bytes that it began with.</param>
    Assessment Complete(ReadOnlySpan<byte> prefix);

    /// <summary>Forgets the file, whether or not it was completed, and gives back what it has rented.</summary>
    void Reset();
}
