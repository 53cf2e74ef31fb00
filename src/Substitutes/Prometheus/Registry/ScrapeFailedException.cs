namespace Prometheus;

/// <summary>Thrown by a before-collect callback when no metrics can be had now; a server answers 503 with the message.</summary>
public class ScrapeFailedException : Exception
{
    public ScrapeFailedException()
    {
    }

    public ScrapeFailedException(string message)
        : base(message)
    {
    }

    public ScrapeFailedException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
