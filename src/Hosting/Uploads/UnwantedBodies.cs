namespace Hosting.Uploads;

/// <summary>Bodies of uploads that were refused, or answered without them.</summary>
public static class UnwantedBodies
{
    /// <summary>
    /// Reads the rest of a body that nobody wants, where an answer before its end would cost its sender the connection: a few such
    /// answers more, and Kestrel ends that with all the calls on it. What is read takes no room, and goes at the sender's pace.
    /// </summary>
    /// <param name="body">Open; <see cref="IUploadBody.TryRespondEarly"/> said no.</param>
    /// <param name="clock">Ends it.</param>
    /// <param name="maxBytes">Ends it, too.</param>
    public static async ValueTask DropAsync(this IUploadBody body, UploadClock clock, long maxBytes)
    {
        try
        {
            for (var dropped = 0L; dropped <= maxBytes;)
            {
                clock.Arm(dropped);
                var chunk = await body.ReadAsync(clock.Token);
                if (chunk.IsEnd || chunk.Error is not null)
                {
                    return;
                }

                dropped += chunk.Bytes.Length;
            }
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            // The sender gets the same answer, if it is still there.
        }
    }
}
