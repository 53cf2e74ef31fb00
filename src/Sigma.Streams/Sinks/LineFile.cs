namespace Sigma.Streams.Sinks;

/// <summary>
/// A file that grows by lines. What is appended is on the disk when the call returns; what a failed or broken-off call left of a line is
/// cut off before the next one.
/// </summary>
/// <param name="path">Its folder is made when it is missing.</param>
/// <param name="maxBytes">Beyond that the file becomes <c>.1</c>, and the one that was that before is gone.</param>
internal sealed class LineFile(string path, long maxBytes) : IDisposable
{
    /// <summary>Writers append what they have by then: all of a delivery may be more than memory holds.</summary>
    public const int PieceBytes = 4 << 20;

    private FileStream? _file;

    public void Append(ReadOnlySpan<byte> lines)
    {
        if (lines.IsEmpty)
        {
            return;
        }

        try
        {
            _file ??= Open();
            if (_file.Length > 0 && _file.Length + lines.Length > maxBytes)
            {
                _file.Dispose();
                File.Move(path, $"{path}.1", overwrite: true);
                _file = Open();
            }

            _file.Write(lines);
            _file.Flush(flushToDisk: true);
        }
        catch
        {
            _file?.Dispose();
            _file = null;
            throw;
        }
    }

    public void Dispose() => _file?.Dispose();

    private FileStream Open()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, bufferSize: 0);
        file.SetLength(EndOfLastLine(file));
        file.Position = file.Length;
        return file;
    }

    private static long EndOfLastLine(FileStream file)
    {
        var block = new byte[4096];
        for (var end = file.Length; end > 0; end -= block.Length)
        {
            var begin = Math.Max(end - block.Length, 0);
            file.Position = begin;
            var part = block.AsSpan(0, (int)(end - begin));
            file.ReadExactly(part);
            if (part.LastIndexOf((byte)'\n') is >= 0 and var newLine)
            {
                return begin + newLine + 1;
            }
        }

        return 0;
    }
}
