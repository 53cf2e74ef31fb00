using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Knows what follows when a dictionary or an array ends.</summary>
internal sealed class FrameEnds(
    IDocumentParts parts, ActionGraph actions, FrameStack frames, StreamDictionary stream,
    StringValues strings, ReferenceValues references, NameValues names)
{
    private bool _hasCover;
    private double _pageArea;

    /// <summary>Forgets the page that the object was.</summary>
    public void EndObject() => (_hasCover, _pageArea) = (false, 0);

    /// <summary>Ends the innermost one.</summary>
    /// <returns>What the object does, when the whole object has ended with it.</returns>
    public ActionKinds Close(in ObjectPlace place)
    {
        ref var frame = ref frames.Top;
        var kinds = ActionKinds.None;
        frame.Named |= frame.EmbeddedCount > 0 || frame.EmbeddedList > 0 ? ActionKinds.Embeds : ActionKinds.None;
        if (frame.TypeObject > 0)
        {
            actions.AddTyped(frame.Origin, frame.Named, frame.TypeObject, place, strings.ArgumentOf(frame.Argument));
        }

        switch (frame.Role)
        {
            case FrameRole.Object:
                kinds = frame.Kinds;
                strings.SetOwn(frame.Argument);
                EndObject(ref frame, place);
                break;
            case FrameRole.Action when frame.Action == ActionKinds.None && frames.IsFileSpecification:
                // What it names is told with the action around it.
                break;
            case FrameRole.Action:
                actions.Add(frame.Origin, frame.Kinds, place, strings.ArgumentOf(frame.Argument));
                break;
            case FrameRole.Destination:
                actions.Add(frame.Origin, ActionKinds.GoTo, place, []);
                break;
            case FrameRole.FormData:
                // The document with the form is opened at once; that it lies beside the data, or in the web, is ordinary.
                var leading = frame.Named & (ActionKinds.Share | ActionKinds.Handler | ActionKinds.Code | ActionKinds.Program);
                if (leading != 0)
                {
                    actions.Add(frame.Origin, leading | ActionKinds.NoEvents, place, strings.ArgumentOf(frame.Argument));
                }

                break;
            case FrameRole.FontMatrix:
                break;
            default:
                // An action in a place that is not known for actions.
                if (frame.Action != ActionKinds.None)
                {
                    actions.Add(frame.Origin, frame.Kinds, place, strings.ArgumentOf(frame.Argument));
                }

                break;
        }

        if (frame is { Area: > 0, IsShown: false } && (frame.Leads || frame.ActionObject > 0))
        {
            parts.Covered(frame.Area, frame.Leads ? 0 : frame.ActionObject, place);
            _hasCover = true;
            TellPage();
        }

        if (frame.HasEvents)
        {
            actions.Add(new(place.Object), frame.EventOwner, place, []);
        }

        if (frame.IsDictionary)
        {
            EndFile(ref frame, place);
        }

        strings.EndFrame(frame.Name);
        frames.Close();
        if (frames.Depth > 0)
        {
            EndValue(ref frames.Top, ref frame);
        }

        return kinds;
    }

    // The area applies to what lies in the page's own object; another page may have been skipped.
    private void TellPage()
    {
        if (_pageArea > 0 && _hasCover)
        {
            parts.PageArea(_pageArea);
        }
    }

    private void EndValue(ref Frame around, ref Frame frame)
    {
        switch (around.Key)
        {
            case PdfName.A when around.IsDictionary:
                around.Leads |= (frame.Action & (ActionKinds.Outward | ActionKinds.JavaScript)) != 0;
                break;
            case PdfName.Rect when around.IsDictionary:
                around.Area = frame.Area;
                break;
            case PdfName.MediaBox when around.IsDictionary:
                _pageArea = frame.Area;
                TellPage();
                break;
            case PdfName.FontMatrix when around.IsDictionary && frame.IsDictionary:
                parts.FontMatrix(around.Origin.Source > 0 ? new(0, around.Origin.Source, 0) : default);
                break;
        }

        around.EndValue(ref frame);
    }

    // A dictionary may describe an embedded file, or be the list of its streams.
    private void EndFile(ref Frame frame, in ObjectPlace place)
    {
        foreach (var target in frame.Embedded)
        {
            parts.EmbeddedFile(target, strings.NameOf(frame.Name), frame.NameObject, place);
        }

        if (frame.EmbeddedList > 0)
        {
            parts.EmbeddedFiles(frame.EmbeddedList, strings.NameOf(frame.Name), frame.NameObject, place);
        }

        if (frame is { Role: FrameRole.Object, NameObject: > 0, Origin.Source: > 0 })
        {
            parts.FileList(frame.Origin.Source, frame.Remembered);
        }
    }

    private void EndObject(ref Frame frame, in ObjectPlace place)
    {
        if (frame.Origin.Source == 0)
        {
            return;
        }

        references.EndObject(ref frame, place);
        if (!frame.IsDictionary)
        {
            names.EndArray(frame.Values);
        }
        else if (stream.OwnParameters is { } parameters)
        {
            parts.FilterParameters(frame.Origin.Source, parameters);
        }
    }
}
