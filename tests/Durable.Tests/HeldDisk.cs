namespace Durable.Tests;

/// <summary>Renames nothing while another program holds the file, as Windows does.</summary>
internal sealed class HeldDisk : IDisk
{
    private readonly IDisk _disk = LocalDisk.Instance;

    public bool IsHeld { get; set; }

    public IDiskFile Open(string path, FileMode mode, bool secret = false) => _disk.Open(path, mode, secret);

    public void Move(string from, string to)
    {
        if (IsHeld)
        {
            throw new IOException("The process cannot access the file because it is being used by another process.");
        }

        _disk.Move(from, to);
    }

    public void Delete(string path) => _disk.Delete(path);

    public void CreateFolder(string path) => _disk.CreateFolder(path);

    public void FlushFolder(string path) => _disk.FlushFolder(path);
}
