using System.Runtime.CompilerServices;

namespace Tests.Common;

/// <summary>A fresh empty folder under the system's temporary folder; disposing removes it with everything in it.</summary>
public sealed class TempDirectory : IDisposable
{
    private const int RemovalAttempts = 50;
    private static readonly TimeSpan RemovalPause = TimeSpan.FromMilliseconds(100);

    /// <param name="purpose">Part of the folder's name, so that a left-over tells whose it is.</param>
    public TempDirectory([CallerMemberName] string purpose = "test") =>
        Path = Directory.CreateTempSubdirectory($"analyzer-{purpose.TrimStart('.')}-").FullName;

    /// <summary>Absolute.</summary>
    public string Path { get; }

    /// <summary>Absolute path of a file or folder in here; nothing is created.</summary>
    public string Combine(params ReadOnlySpan<string> parts) => System.IO.Path.Combine([Path, .. parts]);

    public void Dispose()
    {
        // Windows removes no file that a process which just ended, or a virus scanner, still holds.
        for (var attempt = 1; Directory.Exists(Path); attempt++)
        {
            try
            {
                Directory.Delete(Path, recursive: true);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException && attempt < RemovalAttempts)
            {
                Thread.Sleep(RemovalPause);
            }
        }
    }
}
