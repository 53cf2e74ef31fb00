using Analyzer.Engines.Contract;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>
/// Follows embedded files without a filter in which the words stand that end a stream, as they do in any PDF: their bytes go on for as
/// long as their dictionary promises. The same bytes are read as the document's own as well, since readers who doubt the length find
/// objects there.
/// </summary>
internal sealed class AttachedRests
{
    // The word that ends a stream, the line end before it, and some more.
    private const int MaxLast = 16;

    private readonly List<Rest> _rests = [];
    private readonly LastBytes _last = new(MaxLast);

    /// <summary>Whether such a file lies around a place, which is a PDF: its objects are judged with it.</summary>
    public bool IsInDocument(long offset) => _rests.Exists(rest => rest.IsDocument && offset >= rest.Start && offset < rest.End);

    /// <summary>A file goes on behind the bytes that were taken for all of its data.</summary>
    /// <param name="start">Where its data begin.</param>
    /// <param name="from">Where its rest begins, at most a few bytes before those that are read now.</param>
    /// <param name="end">Where its data end.</param>
    /// <param name="isDocument">Whether it is a PDF.</param>
    /// <param name="whenEnded">Takes what is known of it at its end.</param>
    /// <returns>False when it lies in another one, which reads it itself.</returns>
    public bool TryBegin(IPart part, long start, long from, long end, bool isDocument, Action<PartFacts> whenEnded)
    {
        if (_rests is [.., var last] && start < last.End)
        {
            return false;
        }

        _rests.Add(new(part, start, end, isDocument, whenEnded) { Next = from });
        return true;
    }

    /// <summary>Takes the document's bytes, each once.</summary>
    /// <param name="offset">Where they begin.</param>
    public void Take(ReadOnlySpan<byte> bytes, long offset)
    {
        foreach (var rest in _rests)
        {
            if (rest.Next < offset)
            {
                rest.Take(_last.Span[^(int)(offset - rest.Next)..]);
            }

            rest.Take(bytes[(int)(rest.Next - offset)..]);
        }

        _rests.RemoveAll(static rest => rest.HasEnded);
        _last.Add(bytes);
    }

    /// <summary>The document has ended.</summary>
    public void Complete()
    {
        _rests.ForEach(static rest => rest.Complete(Gap.Broken));
        _rests.Clear();
    }

    /// <summary>Makes it ready for another document.</summary>
    public void Clear()
    {
        _rests.Clear();
        _last.Clear();
    }

    private sealed class Rest(IPart part, long start, long end, bool isDocument, Action<PartFacts> whenEnded)
    {
        private const int MaxLineEnd = 2;

        private int _lineEnd;
        private int _matched;

        public long Start { get; } = start;

        public long End { get; } = end;

        public bool IsDocument { get; } = isDocument;

        /// <summary>Where the next byte stands that it takes.</summary>
        public long Next { get; set; }

        public bool HasEnded { get; private set; }

        private static ReadOnlySpan<byte> Word => "endstream"u8;

        public void Take(ReadOnlySpan<byte> bytes)
        {
            var taken = (int)Math.Clamp(End - Next, 0, bytes.Length);
            Next += bytes.Length;
            part.Write(bytes[..taken]);
            foreach (var value in bytes[taken..])
            {
                Match(value);
            }
        }

        public void Complete(Gap? gap)
        {
            if (!HasEnded)
            {
                HasEnded = true;
                whenEnded(part.Complete(gap));
            }
        }

        // Only if the word stands where the length says that the data end, the length is believed.
        private void Match(byte value)
        {
            if (HasEnded || (_matched == 0 && value is (byte)'\r' or (byte)'\n' && _lineEnd++ < MaxLineEnd))
            {
                return;
            }

            if (value != Word[_matched])
            {
                Complete(Gap.Broken);
            }
            else if (++_matched == Word.Length)
            {
                Complete(null);
            }
        }
    }
}
