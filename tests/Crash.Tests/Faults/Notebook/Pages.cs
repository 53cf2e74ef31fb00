namespace Crash.Tests.Faults.Notebook;

/// <summary>The notebook's store: a line is kept when <see cref="Append"/> returns.</summary>
internal sealed class Pages(string path)
{
    private readonly Lock _lock = new();

    /// <summary>Whether the store cannot be reached for a while.</summary>
    public bool IsAway { get; set; }

    /// <summary>Completed by whoever is refused while the store is away.</summary>
    public TaskCompletionSource Refused { get; set; } = new();

    /// <summary>Whoever comes to the store waits for this.</summary>
    public TaskCompletionSource? Hanging { get; set; }

    public IReadOnlyList<string> Lines
    {
        get
        {
            lock (_lock)
            {
                return File.Exists(path) ? File.ReadAllLines(path) : [];
            }
        }
    }

    public void Append(string line)
    {
        lock (_lock)
        {
            File.AppendAllText(path, $"{line}\n");
        }
    }

    public void LoseFirst()
    {
        lock (_lock)
        {
            File.WriteAllLines(path, File.ReadAllLines(path)[1..]);
        }
    }
}
