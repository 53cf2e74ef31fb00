using System.Runtime.CompilerServices;

namespace Tests.Common;

/// <summary>A new empty folder under the system's temporary folder; disposing removes it with everything in it.</summary>
public sealed class TempDirectory : IDisposable
{
    private const int RemovalAttempts = 50;
    private static readonly TimeSpan RemovalPause = TimeSpan.FromMilliseconds(100);

    /// <param name="purpose">Part of the folder's name: it tells whose folder was left behind.</param>
    public TempDirectory([CallerMemberName] string purpose = "test") =>
        Path = Directory.CreateTempSubdirectory($"analyzer-{purpose.TrimStart('.')}-").FullName;

    /// <summary>Absolute.</summary>
    public string Path { get; }

    /// <summary>Returns the absolute path of a file or folder in this one; nothing is created.</summary>
    public string Combine(params ReadOnlySpan<string> parts) => System.IO.Path.Combine([Path, .. parts]);

    public void Dispose()
    {
        // Windows does not remove a file while a process that has just ended, or a virus scanner, still holds it.
        for (var attempt = 1; Directory.Exists(Path); attempt++)
        {
            try
            {
                Directory.Delete(Path, recursive: true);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException && attempt < RemovalAttempts)
            {
#pragma warning disable RS0030 // Dispose is synchronous, and this is rare.
                Thread.Sleep(RemovalPause);
#pragma warning restore RS0030
            }
        }
    }
}
