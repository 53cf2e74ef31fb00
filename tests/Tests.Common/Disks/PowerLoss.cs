using Durable;

namespace Tests.Common.Disks;

/// <summary>Loses power at each step of an action, on a <see cref="VolatileDisk"/>.</summary>
public static class PowerLoss
{
    /// <summary>Runs the action again and again, each time a step further, until it is done and loses power only then.</summary>
    /// <param name="prepare">Makes the files of a folder, once; each run has a copy. All of it is on the disk.</param>
    /// <param name="act">Changes them. It reports what is done, by adding to the list.</param>
    /// <param name="check">Gets the folder as the loss of power has left it, and what was reported. It throws if that is wrong.</param>
    /// <param name="seeds">How often power is lost at a step, each time with other losses.</param>
    /// <returns>The number of steps.</returns>
    public static async Task<int> AtEachStepAsync<T>(
        Action<string> prepare, Func<string, IDisk, List<T>, Task> act, Action<string, IReadOnlyList<T>> check, int seeds = 8)
    {
        using var prepared = new TempDirectory("power");
        prepare(prepared.Path);
        for (var step = 1; ; step++)
        {
            var isOver = true;
            for (var seed = 0; seed < seeds; seed++)
            {
                using var folder = new TempDirectory("power");
                Copy(prepared.Path, folder.Path);
                var disk = new VolatileDisk(folder.Path, new Random((step * seeds) + seed), step);
                var reported = new List<T>();
                try
                {
                    await act(folder.Path, disk, reported).Within();
                }
                catch (Exception) when (disk.Off.IsCompleted)
                {
                    isOver = false;
                }

                isOver &= !disk.Off.IsCompleted;
                disk.CutPower();
                disk.Restore();
                Check(() => check(folder.Path, reported), $"power lost at step {step}, seed {seed}, after {reported.Count} reports");
            }

            if (isOver)
            {
                return step - 1;
            }
        }
    }

    private static void Copy(string from, string to)
    {
        foreach (var folder in Directory.GetDirectories(from))
        {
            Copy(folder, Directory.CreateDirectory(Path.Combine(to, Path.GetFileName(folder))).FullName);
        }

        foreach (var file in Directory.GetFiles(from))
        {
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
        }
    }

    private static void Check(Action check, string when)
    {
        try
        {
            check();
        }
        catch (Exception exception)
        {
            Assert.Fail($"{when}: {exception.Message}");
        }
    }
}
