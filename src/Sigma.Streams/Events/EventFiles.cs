using System.IO.Compression;
using Sigma.Streams.Folders;

namespace Sigma.Streams.Events;

/// <summary>Files of records: by name, all of a folder, or standard input.</summary>
internal static class EventFiles
{
    public const string StandardInput = "-";

    /// <summary>The files in the order in which they are read: as named, those of a folder by their paths.</summary>
    /// <exception cref="IOException">A folder cannot be listed: some of its files may be missing.</exception>
    public static IReadOnlyList<string> Find(IEnumerable<string> paths)
    {
        var found = FoundFiles.Of(paths, _ => true);
        return found.Unlisted is [var folder, ..]
            ? throw new IOException($"{folder.Folder} cannot be listed: {folder.Reason}")
            : found.Files;
    }

    /// <summary>Opens a file, and decompresses it if it begins like gzip.</summary>
    public static Stream Open(string file, Stream input)
    {
        var stream = new BufferedStream(file == StandardInput ? input : File.OpenRead(file), 4096);
        var peeked = new PeekedStream(stream);
        return peeked.StartsWith([0x1F, 0x8B]) ? new GZipStream(peeked, CompressionMode.Decompress) : peeked;
    }

    /// <summary>A stream whose first bytes were already read.</summary>
    private sealed class PeekedStream(Stream inner) : Stream
    {
        private byte[] _first = [];
        private int _given;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

        public bool StartsWith(ReadOnlySpan<byte> magic)
        {
            var first = new byte[magic.Length];
            _first = first[..inner.ReadAtLeast(first, first.Length, throwOnEndOfStream: false)];
            return magic.SequenceEqual(_first);
        }

        public override int Read(Span<byte> buffer)
        {
            if (_given == _first.Length)
            {
                return inner.Read(buffer);
            }

            var count = Math.Min(buffer.Length, _first.Length - _given);
            _first.AsSpan(_given, count).CopyTo(buffer);
            _given += count;
            return count;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                inner.Dispose();
            }

            base.Dispose(disposing);
        }
    }
}
