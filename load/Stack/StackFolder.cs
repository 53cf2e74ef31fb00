using System.Text.Json;
using Durable;
using Load.Machine;

namespace Load.Stack;

/// <summary>The folder with the data of all members. One stack at a time works in it.</summary>
internal sealed class StackFolder : IDisposable
{
    /// <summary>Rises when a stack could no longer go on with the folder of an earlier one.</summary>
    private const int Layout = 1;

    private readonly FileLock _lock;
    private readonly bool _isTemporary;

    private StackFolder(StackPaths paths, FileLock taken, bool isTemporary) => (Paths, _lock, _isTemporary) = (paths, taken, isTemporary);

    public StackPaths Paths { get; }

    /// <param name="path">The folder, which is made.</param>
    /// <param name="isTemporary">Whether it goes with the stack.</param>
    /// <param name="logs">Where the logs stand; null for within it.</param>
    /// <exception cref="LabException">Another stack works in it, it has another layout, or it cannot be made.</exception>
    public static StackFolder Open(string path, bool isTemporary, string? logs = null)
    {
        var paths = new StackPaths(Path.GetFullPath(path));
        paths = logs is null ? paths : paths with { Logs = logs };
        try
        {
            Directory.CreateDirectory(paths.Folder);
            Directory.CreateDirectory(paths.Logs);
            var taken = FileLock.TryTake(paths.In("lock"))
                ?? throw new LabException($"--data {path}: another stack works in it. Stop it, or name another folder.");
            try
            {
                var folder = new StackFolder(paths, taken, isTemporary);
                folder.RequireLayout();
                folder.MakeCertificate();
                return folder;
            }
            catch
            {
                taken.Dispose();
                throw;
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"--data {path}: {exception.Message}");
        }
    }

    /// <summary>
    /// Makes the journal unless there is one. It is made beside its place: one that was interrupted is made anew at the next start.
    /// </summary>
    /// <exception cref="LabException">It could not be made.</exception>
    public async Task MakeJournalAsync(CancellationToken cancellationToken)
    {
        if (Directory.Exists(Paths.Journal))
        {
            return;
        }

        var unfinished = new StackPaths(Paths.In("new"));
        if (Directory.Exists(unfinished.Folder))
        {
            Directory.Delete(unfinished.Folder, recursive: true);
        }

        Directory.CreateDirectory(unfinished.Folder);
        var journal = BuiltAssembly.Find(StackMembers.JournalProject, assembly: StackMembers.JournalAssembly);
        var (code, said, errors) = await DotNet.RunAsync(
            DotNet.Start(journal, StackMembers.JournalInit(unfinished)), cancellationToken);
        if (code != 0)
        {
            throw new LabException($"The journal could not be made: {said}{errors}".TrimEnd());
        }

        File.Move(unfinished.Reader, Paths.Reader, overwrite: true);
        Directory.Move(unfinished.Journal, Paths.Journal);
        Directory.Delete(unfinished.Folder, recursive: true);
    }

    public void Dispose()
    {
        _lock.Dispose();
        if (_isTemporary)
        {
            Directory.Delete(Paths.Folder, recursive: true);
        }
    }

    private void RequireLayout()
    {
        var file = Paths.In("stack.json");
        if (!File.Exists(file))
        {
            LocalDisk.Instance.Replace(file, JsonSerializer.SerializeToUtf8Bytes(new { layout = Layout }));
            return;
        }

        var found = LayoutIn(file);
        if (found != Layout)
        {
            throw new LabException(
                $"--data {Paths.Folder}: its layout is {(found is { } number ? $"{number}" : "unknown")}, and this build knows {Layout}. "
                + "Name another folder, or take the build that made it.");
        }
    }

    private static int? LayoutIn(string file)
    {
        try
        {
            using var json = JsonDocument.Parse(File.ReadAllBytes(file));
            return json.RootElement.GetProperty("layout").GetInt32();
        }
        catch (Exception exception) when (exception
            is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            return null;
        }
    }

    /// <summary>The prober is told to trust this one.</summary>
    private void MakeCertificate()
    {
        if (!File.Exists(Paths.Certificate))
        {
            LabCertificate.Write(Paths.Certificate).Dispose();
        }
    }
}
