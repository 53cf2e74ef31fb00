namespace Sigma.Streams.Sinks;

/// <summary>
/// A file of lines. Appended lines are on the disk when the call returns; an incomplete line of a failed call is cut off before the next
/// one. Each call opens the file again, because a rotation may have renamed, removed or truncated it.
/// </summary>
/// <param name="path">The file; its folder is created if it is missing.</param>
/// <param name="maxBytes">A larger file becomes <c>.1</c>, which replaces the previous one.</param>
internal sealed class LineFile(string path, long maxBytes)
{
    /// <summary>Writers append in pieces of this size: a whole delivery may be larger than memory.</summary>
    public const int PieceBytes = 4 << 20;

    public void Append(ReadOnlySpan<byte> lines)
    {
        if (lines.IsEmpty)
        {
            return;
        }

        if (new FileInfo(path) is { Exists: true, Length: > 0 and var length } && length + lines.Length > maxBytes)
        {
            File.Move(path, $"{path}.1", overwrite: true);
        }

        using var file = Open();
        file.Write(lines);
        file.Flush(flushToDisk: true);
    }

    private FileStream Open()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, bufferSize: 0);
        try
        {
            var end = EndOfLastLine(file);
            if (end < file.Length)
            {
                file.SetLength(end);
            }

            file.Position = end;
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private static long EndOfLastLine(FileStream file)
    {
        Span<byte> block = stackalloc byte[4096];
        for (var end = file.Length; end > 0; end -= block.Length)
        {
            var begin = Math.Max(end - block.Length, 0);
            file.Position = begin;
            var part = block[..(int)(end - begin)];
            file.ReadExactly(part);
            if (part.LastIndexOf((byte)'\n') is >= 0 and var newLine)
            {
                return begin + newLine + 1;
            }
        }

        return 0;
    }
}
