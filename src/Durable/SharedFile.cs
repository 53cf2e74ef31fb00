namespace Durable;

/// <summary>
/// Reads files that another thread or process may replace, rename, delete or extend meanwhile. On Windows a reader that does not allow this
/// makes the other one fail.
/// </summary>
public static class SharedFile
{
    /// <exception cref="FileNotFoundException">It does not exist.</exception>
    public static FileStream OpenRead(string path) => new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);

    public static byte[] ReadAllBytes(string path)
    {
        using var stream = OpenRead(path);
        using var content = new MemoryStream((int)Math.Min(stream.Length, Array.MaxLength));
        stream.CopyTo(content);
        return content.Length == content.Capacity ? content.GetBuffer() : content.ToArray();
    }

    /// <summary>UTF-8, unless the file begins with another byte order mark.</summary>
    public static string ReadAllText(string path)
    {
        using var reader = new StreamReader(OpenRead(path));
        return reader.ReadToEnd();
    }
}
