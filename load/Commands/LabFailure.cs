namespace Load.Commands;

/// <summary>A bug of the lab, told to a person: one line, and a file with the stack trace for whoever mends it.</summary>
internal static class LabFailure
{
    public static string Describe(Exception exception)
    {
        var what = $"The lab failed, and that is a bug of its own: {exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")}";
        try
        {
            var file = Path.Combine(Path.GetTempPath(), $"lab-failure-{Guid.NewGuid():n}.txt");
            File.WriteAllText(file, $"{exception}");
            return $"{what}{Environment.NewLine}{file} says where.";
        }
        catch (Exception unwritten) when (unwritten is IOException or UnauthorizedAccessException)
        {
            return what;
        }
    }
}
