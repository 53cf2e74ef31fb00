using Durable;

namespace Tests.Common.Disks;

/// <summary>Loses power at each step of an action, on a <see cref="VolatileDisk"/>.</summary>
public static class PowerLoss
{
    private const int SeedsPerStep = 8;

    /// <summary>Runs the action again and again, each time a step further, until it is done and loses power only then.</summary>
    /// <param name="prepare">Makes the files of a folder. All of it is on the disk.</param>
    /// <param name="act">Changes them. It reports what is done, by adding to the list.</param>
    /// <param name="check">Gets the folder as the loss of power has left it, and what was reported. It fails the test with a message.</param>
    /// <returns>The number of steps.</returns>
    public static async Task<int> AtEachStepAsync<T>(
        Action<string> prepare, Func<string, IDisk, List<T>, Task> act, Action<string, IReadOnlyList<T>> check)
    {
        for (var step = 1; ; step++)
        {
            var isOver = true;
            for (var seed = 0; seed < SeedsPerStep; seed++)
            {
                using var folder = new TempDirectory("power");
                prepare(folder.Path);
                var disk = new VolatileDisk(folder.Path, new Random((step * SeedsPerStep) + seed), step);
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
